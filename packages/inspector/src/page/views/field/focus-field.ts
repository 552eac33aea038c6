/** The field of a value, or the button that adds it. */
export interface FocusTarget {
  readonly path: string;
  readonly isButton: boolean;
}

const controls = 'input, select, textarea, button:not(.quiet)';

/** Moves the focus to the first control of a field, or to the button that adds the field. */
export function focusField(form: Element | null, { path, isButton }: FocusTarget): void {
  const selector = isButton ? '[data-add-field]' : '[data-path]';
  const found = [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    ({ dataset }) => (isButton ? dataset['addField'] : dataset['path']) === path,
  );
  const control = isButton ? found : found?.querySelector<HTMLElement>(controls);
  control?.focus();
}
