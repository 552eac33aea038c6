import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { exitCodes, usageError } from '../cli-error.ts';
import { systemPaths } from '../clients/mcp-client.ts';
import type { Arguments, RunCommand } from '../command-line/command.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { addressesOfThisMachine, checkPort } from '../doctor/check-port.ts';
import { checkRedis } from '../doctor/check-redis.ts';
import { checkNode, checkPackages, type Finding } from '../doctor/check-versions.ts';
import { installedPackages } from '../doctor/installed-packages.ts';
import { isUrl } from '../target/target-url.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { heading, safeJson, safeLine } from '../terminal/terminal-text.ts';

/** `toolwire doctor [URL]`. */
export const doctor: RunCommand = async (args, terminal) => {
  const [operand, ...more] = args.operands;
  if (more.length > 0 || args.spawned.length > 0 || (operand !== undefined && !isUrl(operand))) {
    throw usageError('toolwire doctor takes one URL, of a running server.');
  }
  const paths = systemPaths(terminal);
  const redis = args.value('redis') ?? terminal.environment['REDIS_URL'];
  const findings = [
    checkNode(process.version, manifest.engines.node),
    checkPackages(await installedPackages(paths.folder)),
    ...(await checkRedis(redis === '' ? undefined : redis, paths.folder)),
    await portFinding(operand, args, terminal),
    ...(await checkClients(paths)),
  ];
  const isOk = findings.every(({ state }) => state !== 'problem');
  if (args.has('json')) terminal.write(`${safeJson({ isOk, findings })}\n`);
  else for (const finding of findings) terminal.write(describe(finding, terminal));
  return isOk ? exitCodes.success : exitCodes.failed;
};

async function portFinding(operand: string | undefined, args: Arguments, terminal: Terminal): Promise<Finding> {
  if (operand !== undefined) return checkPort(operand, addressesOfThisMachine(), args, terminal);
  return { check: 'port', state: 'skipped', message: 'no server URL: toolwire doctor http://127.0.0.1:3000' };
}

const signs = { ok: 'ok     ', problem: 'PROBLEM', skipped: 'skipped' } as const;

function describe({ check, state, message, advice }: Finding, terminal: Terminal): string {
  const sign = state === 'problem' ? heading(signs[state], terminal) : signs[state];
  const line = `${sign} ${check.padEnd(8)}  ${safeLine(message)}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(18)}${safeLine(advice)}\n`;
}
