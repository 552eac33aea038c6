// Symbol.for: whoever ends a run may be another copy of this package, or another package.
const goesOnMark = Symbol.for('toolwire.goes-on');

/** Says in the reason of an abort that the call goes on elsewhere, so that nothing that belongs to it is to be ended. */
export function goingOn(reason: DOMException): DOMException {
  return Object.defineProperty(reason, goesOnMark, { value: true });
}

/** Tells whether the call of a run that was ended goes on elsewhere. */
export function goesOn(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && Reflect.get(reason, goesOnMark) === true;
}
