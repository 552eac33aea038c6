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

/** Scrolls to the first error, and focuses the first control of its field. Errors without a field are last. */
export function focusFirstError(form: Element | null): void {
  const error =
    form?.querySelector<HTMLElement>('[data-path] .field-error') ?? form?.querySelector<HTMLElement>('.field-error');
  error?.scrollIntoView({ block: 'center' });
  const control = error?.closest('[data-path]')?.querySelector<HTMLElement>(controls) ?? error;
  control?.focus({ preventScroll: true });
}
