import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isObject } from '@toolwire/internal';
import { configFormat } from '../hosts/config-file.ts';
import type { Host, Places, Scope } from '../hosts/host.ts';
import { hosts } from '../hosts/host-table.ts';
import { jsonConfig } from '../hosts/json-config.ts';
import { UnreadableConfig } from '../hosts/unreadable-config.ts';
import { safeLine } from '../safe-text.ts';
import { type Broken, brokenServer } from './broken-server.ts';
import type { Finding } from './finding.ts';

/** Whether the servers that hosts are told of could be started or reached. */
export async function checkHosts(places: Places): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  let servers = 0;
  const wrong = (message: string, advice: string): void =>
    void found.push({ check: 'hosts', state: 'wrong', message, advice });
  for (const { host, scope, file } of filesOf(places)) {
    const told = await read(host, file);
    if (typeof told === 'string') {
      wrong(`${file} is not read by ${host.title}: ${told}`, 'Mend the file; an editor shows the place.');
      continue;
    }
    servers += told.servers.size;
    if (told.stray !== undefined) {
      wrong(
        `${file} has its servers under "${told.stray}", where ${host.title} does not look`,
        `Rename "${told.stray}" to "${host.member}".`,
      );
    }
    for (const [name, form] of told.servers) {
      const broken: Broken | undefined = await brokenServer(host, name, form, { scope, places });
      if (broken !== undefined) wrong(`${file}: ${safeLine(name)} ${broken.why}`, broken.advice);
    }
  }
  if (found.length > 0) return found;
  return servers === 0
    ? [{ check: 'hosts', state: 'unseen', message: 'no host of MCP is told of a server' }]
    : [
        {
          check: 'hosts',
          state: 'well',
          message: `${servers === 1 ? '1 server' : `${servers} servers`} in the files of hosts`,
        },
      ];
}

function filesOf(places: Places): readonly { readonly host: Host; readonly scope: Scope; readonly file: string }[] {
  return hosts.flatMap((host) =>
    (['project', 'user'] as const).flatMap((scope) => {
      const file = host.files[scope]?.(places);
      return file !== undefined && existsSync(file) ? [{ host, scope, file }] : [];
    }),
  );
}

interface Told {
  readonly servers: ReadonlyMap<string, unknown>;
  /** A member of another host that is there instead. */
  readonly stray: string | undefined;
}

async function read(host: Host, file: string): Promise<Told | string> {
  const text = await readFile(file, 'utf8');
  try {
    const servers = configFormat(host).servers(text);
    const others = ['mcpServers', 'servers'].filter((member) => member !== host.member);
    const stray =
      host.format === 'json' && servers.size === 0
        ? others.find((member) => [...jsonConfig(member).servers(text).values()].some(isObject))
        : undefined;
    return { servers, stray };
  } catch (thrown) {
    if (thrown instanceof UnreadableConfig) return thrown.message;
    throw thrown;
  }
}
