import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command.ts';
import { checkHosts } from '../doctor/check-hosts.ts';
import { checkNode } from '../doctor/check-node.ts';
import { checkPackages } from '../doctor/check-packages.ts';
import { addressesOfThisMachine, checkPort } from '../doctor/check-port.ts';
import { checkRedis } from '../doctor/check-redis.ts';
import type { Finding } from '../doctor/finding.ts';
import { installedPackages } from '../doctor/installed-packages.ts';
import { placesOf } from '../hosts/places.ts';
import { safeJson, safeLine } from '../safe-text.ts';
import { heading } from '../style.ts';
import { isAddress } from '../target/prefer-mcp.ts';
import type { Terminal } from '../terminal.ts';

/** `toolwire doctor [URL]`. */
export const doctor: RunCommand = async (given, terminal) => {
  const [typed, ...more] = given.operands;
  if (more.length > 0 || given.spawned.length > 0 || (typed !== undefined && !isAddress(typed))) {
    throw usageError('toolwire doctor takes one URL, of a server that runs.');
  }
  const places = placesOf(terminal);
  const redis = given.value('redis') ?? terminal.environment['REDIS_URL'];
  const findings = [
    checkNode(process.version, manifest.engines.node),
    checkPackages(await installedPackages(places.folder)),
    ...(await checkRedis(redis === '' ? undefined : redis, places.folder)),
    await portFinding(typed, given, terminal),
    ...(await checkHosts(places)),
  ];
  const isWell = findings.every(({ state }) => state !== 'wrong');
  if (given.has('json')) terminal.write(`${safeJson({ isWell, findings })}\n`);
  else for (const finding of findings) terminal.write(describe(finding, terminal));
  return isWell ? exitCodes.well : exitCodes.failed;
};

async function portFinding(typed: string | undefined, given: Arguments, terminal: Terminal): Promise<Finding> {
  if (typed !== undefined) return checkPort(typed, addressesOfThisMachine(), given, terminal);
  return { check: 'port', state: 'unseen', message: 'no server is named: toolwire doctor http://127.0.0.1:3000' };
}

const signs = { well: 'well  ', wrong: 'WRONG ', unseen: '-     ' } as const;

function describe({ check, state, message, advice }: Finding, terminal: Terminal): string {
  const sign = state === 'wrong' ? heading(signs[state], terminal) : signs[state];
  const line = `${sign} ${check.padEnd(8)}  ${safeLine(message)}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(17)}${safeLine(advice)}\n`;
}
