import { appendFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connectionError, exitCodes, usageError } from '../cli-error.ts';
import { type RunCommand, readServerUrl } from '../command-line/command.ts';
import { anyFreePort, readPort, readWholeNumber } from '../command-line/parse-arguments.ts';
import type { RecordedCall } from '../record/recorded-call.ts';
import { createRecordingProxy, prepareClose } from '../record/recording-proxy.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { otcHeaders } from '../target/credentials.ts';
import { withTarget } from '../target/open-target.ts';
import { sourceNames } from '../target/target.ts';
import { untilAborted } from '../terminal/terminal.ts';
import { countOf, safeJson } from '../terminal/terminal-text.ts';

/** `toolwire record URL`. Its flags are in `command-line/test-commands.ts`. */
export const record: RunCommand = (args, terminal) => {
  const operand = readServerUrl('record', args);
  const file = args.value('out');
  if (file === undefined) throw usageError('--out FILE is required.');
  const port = readPort(args, 'port') ?? anyFreePort;
  const maxCalls =
    readWholeNumber(args, 'calls', { min: 1, max: Number.MAX_SAFE_INTEGER, expected: 'a whole number from 1' }) ??
    Number.POSITIVE_INFINITY;
  const settings = connectionSettings(args, terminal);
  const secrets = [settings.apiKey, settings.token, settings.jwtSecret].filter((each) => each !== undefined);
  return withTarget(operand, args, terminal, async ({ tools, address, wire }) => {
    if (wire !== 'otc') {
      throw usageError(
        `toolwire record supports only Open Tool Calling, but ${operand} uses ${sourceNames.get(wire)}.`,
      );
    }
    const recording = createRecording(file, maxCalls);
    const forced = new AbortController();
    const signal = AbortSignal.any([terminal.signal, forced.signal]);
    const proxy = createRecordingProxy({
      url: address,
      tools,
      secrets,
      headers: () => otcHeaders(settings),
      note: terminal.note,
      signal,
      onCall: recording.add,
    });
    const closeProxy = prepareClose(proxy, signal, forced);
    await new Promise<void>((resolve, reject) => {
      proxy.once('error', (cause) => reject(connectionError(`Port ${port} is not available: ${cause.message}`)));
      proxy.listen(port, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    terminal.note(`Call ${url} instead of ${address}. Calls are recorded in ${file}. Press Ctrl-C to stop.\n`);
    await untilAborted(AbortSignal.any([terminal.signal, recording.stopped]));
    await closeProxy();
    const calls = await recording.end();
    if (args.has('json')) terminal.write(`${safeJson({ file, calls })}\n`);
    else terminal.note(`${countOf(calls, 'call')} recorded.\n`);
    return exitCodes.success;
  });
};

function createRecording(file: string, maxCalls: number) {
  const stopped = new AbortController();
  let calls = 0;
  let lastWrite: Promise<void> = Promise.resolve();
  return {
    /** Adds a call to the file, unless the recording has stopped. Returns whether it was added. */
    add: (call: RecordedCall): boolean => {
      if (stopped.signal.aborted) return false;
      calls += 1;
      // Other users of the machine must not read the calls.
      lastWrite = lastWrite.then(() => appendFile(file, `${JSON.stringify(call)}\n`, { mode: 0o600 }));
      lastWrite.catch(() => stopped.abort());
      if (calls >= maxCalls) stopped.abort();
      return true;
    },
    /** Aborts after the last call, or if the file can't be written. */
    stopped: stopped.signal,
    /** Waits until the file is written, and resolves to the number of calls. */
    async end(): Promise<number> {
      await lastWrite.catch(() => {
        throw usageError(`${file} can't be written. Does its folder exist?`);
      });
      return calls;
    },
  };
}
