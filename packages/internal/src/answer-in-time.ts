/** The answer, or an error that names who has not answered when there is none in time; what comes later is ignored. */
export function answerInTime<T>(answer: Promise<T>, ms: number, who: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const silence = (): Error =>
      new Error(
        `${who} has not answered within ${ms} milliseconds. See that it runs, and that the connection leads to it.`,
      );
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
