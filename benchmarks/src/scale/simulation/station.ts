/** One thread that does one thing at a time, in the order in which it is asked. */
export interface Station {
  /** Takes something in that comes now and takes so long, and says when it is done: after all that came before. */
  readonly serve: (now: number, takes: number) => number;
  /** For how long it has worked until now. */
  readonly workedBy: (now: number) => number;
}

/** Makes a station with nothing to do. What comes must come in the order of time. */
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
