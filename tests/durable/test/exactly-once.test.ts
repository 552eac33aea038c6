import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { anyPostgres, noPostgres } from '@toolwire/programs/postgres';
import { expect, it, onTestFinished } from 'vitest';

const example = fileURLToPath(new URL('../../../examples/exactly-once', import.meta.url));

it.skipIf(noPostgres !== undefined)(
  `effects of the example happen once, while its servers are killed${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  async () => {
    const { url, remove } = await anyPostgres();
    onTestFinished(remove);
    const verify = spawn(process.execPath, ['--import', 'tsx', 'src/verify.ts'], {
      cwd: example,
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    verify.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(verify, 'close')) as [number];
    expect(code, output).toBe(0);
    expect(output.match(/^ok /gm)).toHaveLength(5);
  },
  600_000,
);
