/** One thread that does one thing at a time, in the order in which it is asked. */
export interface Station {
  /** Accepts work of a duration that arrives now, and returns when it is done, after all earlier work. */
  readonly serve: (now: number, takes: number) => number;
  /** For how long it has worked until now. */
  readonly workedBy: (now: number) => number;
}

/** Creates an idle station. Work must arrive in the order of time. */
export function createStation(): Station {
  let freeAt = 0;
  let taken = 0;
  return {
    serve: (now, takes) => {
      taken += takes;
      freeAt = Math.max(now, freeAt) + takes;
      return freeAt;
    },
    // It never rests while something waits, so what it has not done yet is all that lies ahead.
    workedBy: (now) => taken - Math.max(0, freeAt - now),
  };
}
