const stateTexts: ReadonlyMap<string, string> = new Map([
  ['value', 'Success'],
  ['artifact', 'Success'],
  ['completed', 'Success'],
  ['invalid', 'Invalid input'],
  ['refused', 'Denied'],
  ['failed', 'Failed'],
  ['broken', 'Failed'],
  ['running', 'Running'],
  ['working', 'Running'],
  ['input_required', 'Needs input'],
  ['cancelled', 'Canceled'],
  ['deferred', 'Queued'],
]);

/** The state of a call as the page shows it: the same words for calls, tasks and all protocols. */
export function stateText(kind: string): string {
  return stateTexts.get(kind) ?? kind;
}
