/** Cases that a server cannot pass, and the reason. */
export interface KnownException {
  /** One sentence for the report. */
  readonly reason: string;
  /** Titles with their group, such as `Bodies: a body arrives slowly`, or patterns. */
  readonly cases: readonly (string | RegExp)[];
}

/** The reason of each exception, by title. */
export type ReasonsByTitle = ReadonlyMap<string, string>;

/** Finds the reason of each exception. Throws if an entry names no case. */
export function findExceptions(exceptions: readonly KnownException[], titles: readonly string[]): ReasonsByTitle {
  const reasons = new Map<string, string>();
  for (const { reason, cases } of exceptions) {
    for (const pattern of cases) {
      const matched = titles.filter((title) => isMatch(pattern, title));
      if (matched.length === 0) throw new TypeError(`The exception '${String(pattern)}' names no case (${reason}).`);
      for (const title of matched) reasons.set(title, reason);
    }
  }
  return reasons;
}

function isMatch(pattern: string | RegExp, title: string): boolean {
  // Not with `test`, which continues after the previous match if the pattern has the flag `g`.
  return typeof pattern === 'string' ? pattern === title : title.search(pattern) >= 0;
}

// A case that takes longer does not pass.
const exceptionTimeoutMs = 2000;

/** Runs a case with an exception. Throws if it passes, because then the exception is out of date. */
export async function expectException(run: () => Promise<void>, reason: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, exceptionTimeoutMs, false);
  });
  const outcome = run().then(
    () => true,
    () => false,
  );
  const passes = await Promise.race([outcome, timeout]);
  clearTimeout(timer);
  if (passes) throw new Error(`This case passes. Remove its exception (${reason}).`);
}
