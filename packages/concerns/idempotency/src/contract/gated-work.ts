import type { KeyedResult, KeyedWork } from '../runs/keyed-work.ts';

/** Work that runs until the case opens the gate or lets it fail. */
export interface Gate {
  readonly run: () => Promise<string>;
  /** Resolves when the work starts. */
  readonly started: Promise<void>;
  readonly open: (value: string) => void;
  readonly fail: (reason: Error) => void;
}

/** Creates a closed gate. */
export function createGate(): Gate {
  let [open, fail]: [Gate['open'], Gate['fail']] = [() => {}, () => {}];
  const promise = new Promise<string>((resolve, reject) => {
    [open, fail] = [resolve, reject];
  });
  let reportStart = (): void => {};
  const started = new Promise<void>((resolve) => {
    reportStart = resolve;
  });
  const run = (): Promise<string> => {
    reportStart();
    return promise;
  };
  return { run, started, open, fail };
}

/** Keyed work with this key. Two pieces of work with the same key have the same fingerprint by default. */
export function workOf(
  key: string,
  run: KeyedWork<string>['run'],
  fields: Partial<KeyedWork<string>> = {},
): KeyedWork<string> {
  return { key, fingerprint: 'same', run, ...fields };
}

/** The result of a call that ran the work itself. */
export function done(value: string): KeyedResult<string> {
  return { state: 'done', value, repeated: false };
}
