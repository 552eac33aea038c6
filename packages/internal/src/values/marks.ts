// `Symbol.for`, so that copies of a package, and its ESM and CommonJS builds, recognize each other's objects.

/** On an error whose message its caller may see, such as a `ToolError` of `@toolwire/errors`. */
export const toolErrorMark: symbol = Symbol.for('toolwire.tool-error');

/** On the error of a limit that rejected work before it started: `LimitError` of `@toolwire/limits`. */
export const limitErrorMark: symbol = Symbol.for('toolwire.limit-error');

/** On an abort reason: see `continuesElsewhere`. */
const continuesElsewhereMark: symbol = Symbol.for('toolwire.continues-elsewhere');

/** On middleware that counts calls. In `use` it counts a durable call when it arrives, and not again when its task runs. */
export const arrivalStageMark: symbol = Symbol.for('toolwire.on-arrival');

/** On middleware that logs each call, including its timeout. */
export const callLogMark: symbol = Symbol.for('toolwire.records-calls');

/** Whether a value has a mark; never throws. */
export function hasMark(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
  } catch {
    // A proxy that throws when it is read has no mark.
    return false;
  }
}

/** Whether a value is a tool error of any package. */
export function isToolError(thrown: unknown): boolean {
  return hasMark(thrown, toolErrorMark);
}

/** Marks an abort reason: the call continues in another process, so its external work must not be canceled. */
export function asContinuingElsewhere(reason: DOMException): DOMException {
  return Object.defineProperty(reason, continuesElsewhereMark, { value: true });
}

/** Whether a call was aborted because it continues in another process. */
export function continuesElsewhere(reason: unknown): boolean {
  return hasMark(reason, continuesElsewhereMark);
}
