/** The answer, or the error that `silence` makes when there is none in time; what comes later is ignored. */
export function answerInTime<T>(answer: Promise<T>, ms: number, silence: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(silence()), ms);
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Says who has not answered, however often it was asked in that time. */
export function unanswered(who: string, ms: number): () => Error {
  return () =>
    new Error(
      `${who} has not answered within ${ms} milliseconds. See that it runs, and that the connection leads to it.`,
    );
}
