import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { defineTool, type ListeningServer, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hasBrowser, openBrowser, patienceMs, whyNot } from '../src/browser.ts';

describe.skipIf(!hasBrowser)(`foreign pages in the same browser${whyNot}`, () => {
  let browser: Browser;
  let page: Page;
  let server: ListeningServer;
  let foreign: Server;
  let token: string;
  let runs = 0;

  const count = defineTool({
    id: 'Secret.Count',
    version: '1.0.0',
    description: 'Counts calls that only this page may make.',
    input: z.object({}),
    run: () => {
      runs += 1;
      return runs;
    },
  });

  beforeAll(async () => {
    browser = await openBrowser();
    server = await toolwire({ tools: [count], inspector: true, logger: silentLogger }).listen(0, {
      closeOnSignals: false,
    });
    const html = await (await fetch(`${server.url}/inspector`)).text();
    token = /name="inspector-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
    foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title><body></body>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(`http://evil.example:${(foreign.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    foreign?.close();
  });

  /** What a script of the other page gets: the text, or that there is none. */
  function read(url: string, init: object = {}): Promise<string> {
    return page.evaluate(
      ([address, options]) =>
        fetch(address, options).then(
          async (response) => (response.type === 'opaque' ? 'opaque' : `${response.status} ${await response.text()}`),
          () => 'refused',
        ),
      [url, init] as const,
    );
  }

  test('read nothing, even with the token', async () => {
    expect(token).not.toBe('');
    for (const part of ['', '/state', '/feed', '/models?tool=Secret.Count@1.0.0']) {
      for (const init of [
        {},
        { mode: 'no-cors' },
        { credentials: 'include' },
        { headers: { 'x-toolwire-inspector': token } },
      ]) {
        expect(['refused', 'opaque']).toContain(await read(`${server.url}/inspector${part}`, init));
      }
    }
  });

  test('call no tool with a POST, whatever its content type', async () => {
    const body = JSON.stringify({ request: { tool_id: 'Secret.Count', input: {} } });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      for (const mode of ['cors', 'no-cors']) {
        const init = { method: 'POST', mode, body, headers: { 'content-type': type } };
        expect(['refused', 'opaque']).toContain(await read(`${server.url}/tools/call`, init));
        await read(`${server.url}/inspector/state`, init);
      }
    }
    await page.evaluate(
      ([action, text]) => {
        const form = document.createElement('form');
        form.method = 'POST';
        form.enctype = 'text/plain';
        form.action = action;
        form.target = 'sent';
        const field = document.createElement('input');
        field.name = text;
        form.append(field);
        document.body.append(Object.assign(document.createElement('iframe'), { name: 'sent' }), form);
        form.submit();
      },
      [`${server.url}/tools/call`, body] as const,
    );
    await page.waitForEvent('framenavigated', { predicate: (frame) => frame !== page.mainFrame() });
    expect(runs).toBe(0);
  });

  test("can't frame it, and have no reference to its window", async () => {
    const framed = await page.evaluate((address) => {
      const frame = Object.assign(document.createElement('iframe'), { src: address, name: 'framed' });
      document.body.append(frame);
      return new Promise<string>((resolve) => {
        frame.addEventListener('load', () => resolve('loaded'));
      });
    }, `${server.url}/inspector`);
    expect(framed).toBe('loaded');
    const shown = page.frame({ name: 'framed' });
    expect(await shown?.locator('body').textContent()).toContain('cannot be shown in a frame');
    expect(await shown?.content()).not.toContain(token);
    const opened = page.waitForEvent('popup');
    await page.evaluate((address) => {
      (window as { held?: unknown }).held = window.open(address);
    }, `${server.url}/inspector`);
    const popup = await opened;
    await popup.locator('nav.tools').waitFor();
    // Its policy separates the window from its opener.
    await expect.poll(() => page.evaluate('window.held.closed')).toBe(true);
    await popup.close();
  });

  test("can't bypass this with DNS rebinding", async () => {
    const answered = await page.goto(`${server.url.replace('127.0.0.1', 'rebound.example')}/inspector`);
    expect(answered?.status()).toBe(403);
    expect(await page.content()).not.toContain(token);
    for (const part of ['', '/state', '/feed', '/models?tool=Secret.Count@1.0.0']) {
      const text = await read(`/inspector${part}`, { headers: { 'x-toolwire-inspector': token } });
      expect(text).toMatch(/^403 /);
      expect(text).not.toContain('Secret.Count');
    }
    const body = JSON.stringify({ request: { tool_id: 'Secret.Count', input: {} } });
    await read('/tools/call', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(runs).toBe(0);
  });
});
