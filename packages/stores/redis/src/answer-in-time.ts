/** The answer of Redis, or an error when there is none in time; what comes later is ignored. */
export function answerInTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Redis has not answered within ${ms} milliseconds.`)), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
