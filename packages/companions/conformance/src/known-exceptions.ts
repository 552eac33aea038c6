/** Cases that do not hold for a server, and why they cannot. */
export interface KnownException {
  /** One sentence for the report. */
  readonly reason: string;
  /** Whole titles with their group, such as `Bodies: a body arrives slowly`, or patterns for them. */
  readonly cases: readonly (string | RegExp)[];
}

/** The reason for each title that is excepted. */
export type ReasonsByTitle = ReadonlyMap<string, string>;

/** Finds the cases that are excepted; an entry that names no case is a mistake, and throws. */
export function findExceptions(exceptions: readonly KnownException[], titles: readonly string[]): ReasonsByTitle {
  const reasons = new Map<string, string>();
  for (const { reason, cases } of exceptions) {
    for (const wanted of cases) {
      const matched = titles.filter((title) => isAbout(wanted, title));
      if (matched.length === 0) throw new TypeError(`The exception '${String(wanted)}' names no case (${reason}).`);
      for (const title of matched) reasons.set(title, reason);
    }
  }
  return reasons;
}

/** The exceptions that are about some titles, without what they say of others. */
export function exceptionsAmong(
  exceptions: readonly KnownException[],
  titles: readonly string[],
): readonly KnownException[] {
  return exceptions.map(({ reason, cases }) => ({
    reason,
    cases: cases.filter((one) => titles.some((title) => isAbout(one, title))),
  }));
}

function isAbout(wanted: string | RegExp, title: string): boolean {
  return typeof wanted === 'string' ? wanted === title : wanted.test(title);
}

// One that has no answer by now has none, and need not be waited for.
const patienceMs = 2000;

/** Runs a case that is excepted, and throws when it holds: then the exception is out of date. */
export async function expectException(run: () => Promise<void>, reason: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  const ended = run().then(
    () => true,
    () => false,
  );
  const holds = await Promise.race([ended, patience]);
  clearTimeout(timer);
  if (holds) throw new Error(`This case holds after all. Take it off the exceptions (${reason}).`);
}
