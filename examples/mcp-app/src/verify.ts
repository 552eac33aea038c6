import { existsSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { check } from '@toolwire-examples/verify';
import { chromium } from 'playwright-core';
import { toolwire } from 'toolwire';
import { type PageDomains, policyOf } from './host/policy.ts';
import { servePage } from './host/serve-page.ts';
import { tools } from './tools.ts';

const server = await toolwire({ tools, name: 'sales', version: '1.0.0' }).listen(0);
const client = new Client({ name: 'small-host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));

interface PageMeta {
  readonly resourceUri?: string;
  readonly visibility?: readonly string[];
  readonly csp?: PageDomains;
  readonly permissions?: object;
  readonly prefersBorder?: boolean;
}
const pageMeta = (thing: { readonly _meta?: object | undefined } | undefined): PageMeta =>
  (Reflect.get(thing?._meta ?? {}, 'ui') ?? {}) as PageMeta;

const { tools: listed } = await client.listTools();
const forModels = listed.filter((tool) => pageMeta(tool).visibility?.includes('model') ?? true);
check(
  'a model gets only the tool with the page',
  forModels.map(({ name }) => name),
  ['Sales_Show'],
);
const { resourceUri = '' } = pageMeta(forModels[0]);
check('the listing says where its page is', resourceUri, 'ui://tools/Sales.Show/1.0.0');
const { contents } = await client.readResource({ uri: resourceUri });
const [page] = contents;
check('the page is read as HTML for MCP Apps', page?.mimeType, 'text/html;profile=mcp-app');
const { csp, permissions, prefersBorder } = pageMeta(page);
check(
  'it says what it may do, which is nothing, and wants a border',
  [csp, permissions, prefersBorder],
  [undefined, undefined, true],
);
const html = page !== undefined && 'text' in page ? page.text : '';

const input = { quarter: 2 };
const result = await client.callTool({ name: 'Sales_Show', arguments: input });

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
if (existsSync(executablePath)) await showInChromium();
else {
  const missing = `No browser at ${executablePath}: the page was not opened. Install it with apt-get install chromium, or name one in CHROMIUM.`;
  if (process.env['CI'] === 'true') throw new Error(missing);
  console.log(`SKIPPED  ${missing}`);
}
await client.close();
await server.close();

async function showInChromium(): Promise<void> {
  const host = await servePage('host.html', "frame-src http://127.0.0.1:*; script-src 'unsafe-inline'");
  const sandbox = await servePage('sandbox.html', policyOf(csp));
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const shown = await browser.newPage();
    await shown.exposeFunction('callTool', async (params: { name: string; arguments: Record<string, unknown> }) => {
      // A client lets a page call the tools that are for pages, and no others.
      const tool = listed.find(({ name }) => name === params.name);
      const isForPages = tool !== undefined && (pageMeta(tool).visibility?.includes('app') ?? true);
      return isForPages
        ? { result: await client.callTool(params) }
        : { error: { code: -32602, message: 'No such tool' } };
    });
    await shown.goto(host.url);
    await shown.evaluate(
      `showTool(${JSON.stringify({ sandbox: sandbox.url, html, csp, permissions, input, result })})`,
    );
    const view = shown.frameLocator('iframe').frameLocator('iframe');

    await view.getByRole('heading', { name: 'Sold in quarter 2' }).waitFor();
    check('the page shows the result', await view.locator('dt').allTextContents(), [
      'Tea: 20',
      '<img src=x onerror="document.title=\'broken in\'">: 5',
    ]);
    check('what looks like HTML in it is text', await view.locator('img').count(), 0);
    check(
      "it wears the client's colours",
      await view
        .locator('.bar')
        .first()
        .evaluate((bar) => getComputedStyle(bar).backgroundColor),
      'rgb(1, 2, 3)',
    );

    await view.getByRole('button', { name: 'Later' }).click();
    await view.getByRole('heading', { name: 'Sold in quarter 3' }).waitFor();
    check('a button calls its own tool', await view.locator('dt').first().textContent(), 'Tea: 30');

    const reached = await view.locator('body').evaluate(
      (_body, url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'kept out',
        ),
      `${server.url}/health`,
    );
    check('it reaches nothing that it has not declared', reached, 'kept out');
    const log = await shown.evaluate<readonly string[]>('window.log');
    check('it spoke as MCP Apps has it', log.slice(0, 3), [
      'ui/notifications/sandbox-proxy-ready',
      'ui/initialize',
      'ui/notifications/initialized',
    ]);
  } finally {
    await browser.close();
    host.close();
    sandbox.close();
  }
}
