/**
 * Returns a function that checks the configuration of Redis in the background. It may change after the start, for example when a replica
 * with other settings takes over. Each problem is reported once until it is solved.
 */
export function watchConfiguration(check: () => Promise<void>, report: (error: unknown) => void): () => void {
  let reported = '';
  return () => {
    void check().then(
      () => {
        reported = '';
      },
      (error: unknown) => {
        if (String(error) === reported) return;
        reported = String(error);
        report(error);
      },
    );
  };
}
