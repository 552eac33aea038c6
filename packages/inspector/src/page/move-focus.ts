const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowDown', 1],
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
]);

/** Moves the focus inside an element with the arrow keys, Home and End. Returns the element with the focus if it moved. */
export function moveFocus(event: KeyboardEvent, selector: string): HTMLElement | undefined {
  const { key, currentTarget } = event;
  const step = steps.get(key);
  // In a field, the other keys move the cursor.
  const isTyping = event.target instanceof HTMLInputElement && key !== 'ArrowUp' && key !== 'ArrowDown';
  if (!(currentTarget instanceof HTMLElement) || isTyping) return undefined;
  if (step === undefined && key !== 'Home' && key !== 'End') return undefined;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const current = all.findIndex((one) => one === document.activeElement);
  if (current < 0) return undefined;
  event.preventDefault();
  const next = step === undefined ? (key === 'Home' ? 0 : all.length - 1) : (current + step + all.length) % all.length;
  all[next]?.focus();
  return all[next];
}
