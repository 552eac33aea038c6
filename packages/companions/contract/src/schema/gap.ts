/** Where a proof ends, and why. */
interface Gap {
  /** The part of the value it is about, such as `a.b[]`; nothing for the whole. */
  readonly at: string;
  readonly why: string;
}

/** What is shown so far: nothing where all holds. */
export type Shown = Gap | undefined;

/** The gap as seen from the value that it is a part of. */
export function inMember(name: string, shown: Shown): Shown {
  return shown && { ...shown, at: join(/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name), shown.at) };
}

/** The gap as seen from the list. */
export function inItem(shown: Shown): Shown {
  return shown && { ...shown, at: join('[]', shown.at) };
}

function join(outer: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

/** The first gap of some steps that must all hold. */
export function firstGap(steps: Iterable<() => Shown>): Shown {
  for (const step of steps) {
    const shown = step();
    if (shown !== undefined) return shown;
  }
  return undefined;
}
