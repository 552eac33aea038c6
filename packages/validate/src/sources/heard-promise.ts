let isListening = false;

/** A promise whose rejection counts as heard, with all that follows from it: a library that gives it up must not end the process. */
export class HeardPromise<T> extends Promise<T> {
  constructor(executor: ConstructorParameters<typeof Promise<T>>[0]) {
    super(executor);
    // Listening makes a promise of this class too, which nobody has to listen to.
    if (!isListening) {
      isListening = true;
      void super.then(undefined, ignore);
      isListening = false;
    }
  }
}

function ignore(): void {
  // Whoever waits for the promise hears of it by itself.
}
