import { readFileSync } from 'node:fs';
import process from 'node:process';
import { readOpenApi } from '@toolwire/openapi';
import { createApi } from '@toolwire/openapi/http';
import { toolwire } from 'toolwire';
import { toolOf } from './tool-of-operation.ts';

const { NOTION_TOKEN: token, BASE_URL: baseUrl = 'https://api.notion.com', OPENAPI: path } = process.env;
if (token === undefined) throw new Error('Set NOTION_TOKEN to the token of your integration.');

const source = readFileSync(path ?? 'notion-openapi.json', 'utf8');
// The document is a part of this server, so it isn't checked at every start.
const document = await readOpenApi(source, { validate: false });
const api = createApi({
  baseUrl,
  credentials: { notion: { kind: 'bearer', value: () => token } },
  idempotencyHeader: false,
  maxResultCharacters: 10_000_000,
});

toolwire({
  tools: document.operations.map((operation) => toolOf(operation, api)),
  name: 'Notion API',
  version: '1.0.0',
}).stdio();
