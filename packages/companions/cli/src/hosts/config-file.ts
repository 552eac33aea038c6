import type { ConfigFormat } from './config-format.ts';
import type { Host } from './host.ts';
import { jsonConfig } from './json-config.ts';
import { tomlConfig } from './toml-config.ts';

/** How the file of a host is read and changed. */
export function configFormat({ format, member }: Host): ConfigFormat {
  return format === 'json' ? jsonConfig(member) : tomlConfig(member);
}
