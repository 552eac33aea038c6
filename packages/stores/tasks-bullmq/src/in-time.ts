/** What is answered, or an error where nothing is in time; BullMQ itself waits for as long as Redis is away. */
export function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`BullMQ has not answered within ${ms} milliseconds.`)), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
