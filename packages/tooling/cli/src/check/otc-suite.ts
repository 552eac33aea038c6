import { usageError } from '../cli-error.ts';
import type { Arguments } from '../command-line/command.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { checkPrivate } from '../target/credentials.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedCase } from './check-result.ts';

/** Runs the Open Tool Calling tests against a server. With `--only`, runs the tests whose title contains its text. */
export async function runOtcSuite(
  url: string,
  args: Arguments,
  settings: ConnectionSettings,
  { progress }: Pick<Terminal, 'progress'>,
): Promise<readonly CheckedCase[]> {
  const { connectOtcServer, otcSuite, runCase } = await import('@toolwire/conformance');
  const { apiKey, token, jwtSecret, signal } = settings;
  checkPrivate(new URL(url), apiKey ?? token ?? jwtSecret, settings);
  const audience = args.value('jwt-audience');
  const testsAuthentication = args.has('test-auth');
  if (testsAuthentication && apiKey === undefined && (jwtSecret === undefined || audience === undefined)) {
    throw usageError('--test-auth needs --api-key, or --jwt-secret and --jwt-audience.');
  }
  const credentials = {
    ...(apiKey !== undefined && { apiKey }),
    ...(jwtSecret !== undefined && audience !== undefined && { jwt: { secret: jwtSecret, audience } }),
  };
  const server = await connectOtcServer(url, {
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    credentials,
    ...(testsAuthentication && { state: 'credentials' as const }),
  });
  const filter = args.value('only')?.toLowerCase() ?? '';
  const selected = otcSuite
    .flatMap(({ title: group, cases: groupCases }) =>
      groupCases.map((testCase) => ({ testCase, title: `${group}: ${testCase.title}` })),
    )
    .filter(({ title }) => title.toLowerCase().includes(filter));
  const cases: CheckedCase[] = [];
  for (const { testCase, title } of selected) {
    signal.throwIfAborted();
    progress?.(`Open Tool Calling: test ${cases.length + 1} of ${selected.length}`);
    cases.push({ suite: 'otc', ...(await runCase(testCase, server)), title });
  }
  if (cases.length === 0) throw usageError(`--only '${args.value('only')}' selects no Open Tool Calling test.`);
  return cases;
}
