import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { exitCodes, usageError } from '../cli-error.ts';
import { systemPaths } from '../clients/mcp-client.ts';
import type { RunCommand } from '../command-line/command.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { addressesOfThisMachine, checkPort } from '../doctor/check-port.ts';
import { checkRedis } from '../doctor/check-redis.ts';
import { checkNode, checkPackages, installedPackages } from '../doctor/check-versions.ts';
import { type Finding, skipped } from '../doctor/finding.ts';
import { isUrl } from '../target/target-url.ts';
import { markOf, styleOf } from '../terminal/style.ts';
import { type Terminal, withProgress } from '../terminal/terminal.ts';
import { countOf, safeJson, safeLine } from '../terminal/terminal-text.ts';
import { lineWidth, withPrefix, wrapText } from '../terminal/text-width.ts';

/** `toolwire doctor [URL]`. Its flags are in `command-line/test-commands.ts`. */
export const doctor: RunCommand = async (args, terminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0 || args.spawned.length > 0 || (operand !== undefined && !isUrl(operand))) {
    throw usageError('toolwire doctor takes one URL, of a running server.');
  }
  const paths = systemPaths(terminal);
  const redis = args.value('redis') ?? terminal.environment['REDIS_URL'];
  const findings = await withProgress(terminal, 'Checking this machine and the project', async () => [
    checkNode(process.version, manifest.engines.node),
    checkPackages(await installedPackages(paths.folder)),
    ...(await checkRedis(redis === '' ? undefined : redis, paths.folder)),
    operand === undefined
      ? skipped('port', 'no server URL: toolwire doctor http://127.0.0.1:3000')
      : await checkPort(operand, addressesOfThisMachine(), args, terminal),
    ...(await checkClients(paths)),
  ]);
  const isOk = findings.every(({ state }) => state !== 'problem');
  if (args.has('json')) terminal.write(`${safeJson({ isOk, findings })}\n`);
  else terminal.write(describe(findings, operand === undefined, terminal));
  return isOk ? exitCodes.success : exitCodes.failed;
};

const checkWidth = 8;

function describe(findings: readonly Finding[], isWithoutUrl: boolean, terminal: Terminal): string {
  const style = styleOf(terminal);
  const indent = checkWidth + 4;
  const width = lineWidth(terminal, indent);
  const blocks = findings.map(({ check, state, message, advice }) => {
    const advised = advice === undefined ? [] : wrapText(safeLine(advice), width).map(style.yellow);
    const prefix = `${markOf(state, style)} ${style.bold(check.padEnd(checkWidth))}  `;
    return withPrefix(prefix, indent, [...wrapText(safeLine(message), width), ...advised]).join('\n');
  });
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const summary =
    problems > 0
      ? `${markOf('problem', style)} ${countOf(problems, 'problem')}. Fix ${problems === 1 ? 'it' : 'them'}, and run toolwire doctor again.`
      : `${markOf('ok', style)} No problems found.${isWithoutUrl ? ' To check a running server, pass its URL.' : ''}`;
  return `${blocks.join('\n')}\n\n${summary}\n`;
}
