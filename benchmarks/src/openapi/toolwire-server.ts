import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { toolsFromOpenApi } from '@toolwire/openapi';
import { silentLogger, toolwire } from 'toolwire';

const [path = '', baseUrl = '', port = '0'] = process.argv.slice(2);
const { tools } = await toolsFromOpenApi(await readFile(path, 'utf8'), {
  include: { paths: ['/*'] },
  baseUrl,
  toolkit: 'Api',
});
await toolwire({ tools, logger: silentLogger }).listen(Number(port));
