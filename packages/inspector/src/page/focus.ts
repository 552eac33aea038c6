const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
]);

/** Moves the focus inside an element with the arrow keys, Home and End. Returns the element with the focus if it moved. */
export function moveFocus(event: KeyboardEvent, selector: string): HTMLElement | undefined {
  const { key, currentTarget } = event;
  if (hasModifier(event)) return undefined;
  // In a field, the other keys move the cursor.
  const isTyping = event.target instanceof HTMLInputElement && key !== 'ArrowUp' && key !== 'ArrowDown';
  if (!(currentTarget instanceof HTMLElement) || isTyping) return undefined;
  if (!steps.has(key) && key !== 'Home' && key !== 'End') return undefined;
  const elements = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const current = elements.findIndex((element) => element === document.activeElement);
  if (current < 0) return undefined;
  event.preventDefault();
  const element = elements.at(nextIndex(key, current, elements.length));
  element?.focus();
  return element;
}

/** Returns the index of the next element. Before the first one is -1, which is the last one. */
function nextIndex(key: string, current: number, count: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return -1;
  return (current + (steps.get(key) ?? 0)) % count;
}

/** Whether a key is pressed with another one, which makes it a command of the browser or the system. */
export function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

/** The field of a value, or the button that adds it. */
export interface FocusTarget {
  readonly path: string;
  readonly isButton: boolean;
}

const controls = 'input, select, textarea, button:not(.quiet)';

/** Moves the focus to the first control of a field, or to the button that adds the field. */
export function focusField(form: Element | null, { path, isButton }: FocusTarget): void {
  const selector = isButton ? '[data-add-field]' : '[data-path]';
  const element = [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    ({ dataset }) => (isButton ? dataset['addField'] : dataset['path']) === path,
  );
  const control = isButton ? element : element?.querySelector<HTMLElement>(controls);
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
