import { type CheckedCase, readExpected, summarize } from '../check/check-result.ts';
import { findMcpSuite, runMcpSuite } from '../check/mcp-suite.ts';
import { runOtcSuite } from '../check/otc-suite.ts';
import { asBadge, asJunit, reportText } from '../check/reports.ts';
import { AuthenticationRequired, connectionError, exitCodes, usageError } from '../cli-error.ts';
import { type Arguments, type RunCommand, readServerUrl, withWire } from '../command-line/command.ts';
import { mcpRevisions, testedWires } from '../command-line/flags.ts';
import { readText, writeText } from '../files.ts';
import { type ConnectionSettings, connectionSettings } from '../target/connection-settings.ts';
import { NoToolsFound, withTarget } from '../target/open-target.ts';
import { type Terminal, withProgress } from '../terminal/terminal.ts';
import { safeJson } from '../terminal/terminal-text.ts';

/** `toolwire check URL`. Its flags are in `command-line/test-commands.ts`. */
export const check: RunCommand = async (args, terminal) => {
  const url = readServerUrl('check', args);
  const revisions = args.values('revision');
  const unsupported = revisions.find((revision) => !mcpRevisions.some((supported) => supported === revision));
  if (unsupported !== undefined) {
    throw usageError(`--revision must be ${mcpRevisions.join(' or ')}, got '${unsupported}'.`);
  }
  const wire = args.value('wire');
  if (wire !== undefined && !testedWires.some((tested) => tested === wire)) {
    throw usageError(`--wire must be ${testedWires.join(' or ')}, got '${wire}'.`);
  }
  const file = args.value('expected-failures');
  const expected = file === undefined ? [] : readExpected(await readText(file));
  const cases = await runSuites(url, args, terminal);
  const summary = summarize(cases, expected);
  const [junit, badge] = [args.value('junit'), args.value('badge')];
  if (junit !== undefined) await writeText(junit, asJunit(cases, summary));
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  if (badge !== undefined) await writeText(badge, asBadge(suites, summary));
  const { counts, stale, isOk } = summary;
  if (args.has('json')) {
    terminal.write(`${safeJson({ isOk, counts, stale, cases })}\n`);
  } else {
    terminal.write(reportText(cases, summary, terminal));
  }
  return isOk ? exitCodes.success : exitCodes.failed;
};

/** What `--wire` tests; both without the flag. */
const testedNames: ReadonlyMap<string | undefined, string> = new Map([
  ['otc', 'Open Tool Calling'],
  ['mcp', 'MCP'],
  [undefined, 'Open Tool Calling or MCP'],
]);

const installMcpSuite = 'npm install --save-dev @modelcontextprotocol/conformance';

async function runSuites(url: string, args: Arguments, terminal: Terminal): Promise<readonly CheckedCase[]> {
  const settings = connectionSettings(args, terminal);
  const wire = args.value('wire');
  const cases: CheckedCase[] = [];
  const otcUrl = wire === 'mcp' ? undefined : await addressOf(url, 'otc', args, terminal);
  if (otcUrl !== undefined) {
    terminal.note(`otc at ${otcUrl}\n`);
    cases.push(
      ...(await withProgress(terminal, 'Running the Open Tool Calling tests', () =>
        runOtcSuite(otcUrl, args, settings, terminal),
      )),
    );
  }
  const findMcp = (): Promise<string | undefined> =>
    addressOf(url, 'mcp', args, terminal).catch((thrown: unknown) => {
      const isUnsigned = thrown instanceof AuthenticationRequired && isOnlySigned(settings);
      if (otcUrl === undefined || !isUnsigned) throw thrown;
      terminal.note('mcp was not tested, because --jwt-secret signs only requests of Open Tool Calling.\n');
      return undefined;
    });
  const mcpUrl = wire === 'otc' ? undefined : await findMcp();
  if (otcUrl === undefined && mcpUrl === undefined) {
    throw connectionError(`No ${testedNames.get(wire)} server found at ${url}.`);
  }
  if (mcpUrl !== undefined) cases.push(...(await runMcp(mcpUrl, { isRequired: otcUrl === undefined }, args, terminal)));
  return cases;
}

/** Whether the only credential is the secret that signs requests. */
function isOnlySigned({ jwtSecret, token, apiKey }: ConnectionSettings): boolean {
  return jwtSecret !== undefined && token === undefined && apiKey === undefined;
}

async function runMcp(
  url: string,
  { isRequired }: { readonly isRequired: boolean },
  args: Arguments,
  terminal: Terminal,
): Promise<readonly CheckedCase[]> {
  const suite = findMcpSuite();
  if (suite === undefined) {
    // Without Open Tool Calling, there would be no test.
    if (isRequired) throw usageError(`The official MCP suite is not installed. Run: ${installMcpSuite}`);
    terminal.note(
      `mcp at ${url} was not tested, because the official MCP suite is not installed. Run: ${installMcpSuite}\n`,
    );
    return [];
  }
  const cases: CheckedCase[] = [];
  const selected = args.values('revision');
  for (const revision of selected.length === 0 ? mcpRevisions : selected) {
    terminal.note(`mcp ${revision} at ${url}\n`);
    const work = () => runMcpSuite(suite, url, revision, terminal.signal);
    cases.push(...(await withProgress(terminal, `Running the official MCP tests of ${revision}`, work)));
  }
  return cases;
}

/** The URL of a protocol, if the server supports it. */
async function addressOf(
  url: string,
  wire: 'otc' | 'mcp',
  args: Arguments,
  terminal: Terminal,
): Promise<string | undefined> {
  try {
    return await withTarget(url, withWire(args, wire), terminal, ({ address }) => Promise.resolve(address));
  } catch (thrown) {
    terminal.signal.throwIfAborted();
    if (thrown instanceof NoToolsFound) return undefined;
    throw thrown;
  }
}
