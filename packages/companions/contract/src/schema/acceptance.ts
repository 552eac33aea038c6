/** Whether a schema accepts a value; `undefined` where that cannot be told. */
export type Acceptance = boolean | undefined;

/** True when all are, false as soon as one is. */
export function all(steps: readonly (() => Acceptance)[]): Acceptance {
  let result: Acceptance = true;
  for (const step of steps) {
    const found = step();
    if (found === false) return false;
    if (found === undefined) result = undefined;
  }
  return result;
}
