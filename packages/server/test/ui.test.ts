import { defineTool, type ToolUi } from '@toolwire/core';
import { describe, expect, test } from 'vitest';
import { createToolServer, silentLogger } from '../src/index.ts';

const html = '<!doctype html><title>Board</title>';

describe('a tool', () => {
  test.each([
    [{ html: '' }, /HTML document/],
    [{ html: 7 }, /HTML document/],
    [{ uri: 'https://example.com/' }, /start with ui:/],
    [{ html, visibility: [] }, /visibility/],
    [{ html, visibility: ['people'] }, /'model', 'app'/],
    [{ html, permissions: ['usb'] }, /'camera'/],
    [{ html, csp: { connectDomains: ["https://a.example.com; script-src 'unsafe-eval'"] } }, /a list of origins/],
    [{ html, csp: { connectDomains: ['*'] } }, /a list of origins/],
    [{ html, csp: { connectDomain: [] } }, /Did you mean 'connectDomains'/],
    [{ htm: html }, /Did you mean 'html'/],
  ])('with a page that no client could show is rejected at startup: case %#', (ui, words) => {
    const define = (): unknown =>
      createToolServer({
        tools: [defineTool({ id: 'A.B', version: '1.0.0', description: 'x', ui: ui as ToolUi, run: () => 1 })],
        wires: [],
        logger: silentLogger,
      });
    expect(define).toThrow(words);
  });

  test('keeps its page unchanged', () => {
    const ui: ToolUi = { html, csp: { connectDomains: ['https://*.example.com', 'wss://live.example.com:8443'] } };
    const page = defineTool({ id: 'A.B', version: '1.0.0', description: 'x', ui, run: () => 1 });
    expect(createToolServer({ tools: [page], wires: [], logger: silentLogger }).tools[0]?.ui).toEqual(ui);
  });
});

describe('a server', () => {
  test('reports its limits to protocols, and reads artifacts if the store supports it', async () => {
    const store = {
      save: () => Promise.resolve({ url: 'https://tools.example.com/1', size: 1 }),
      read: (url: string) => Promise.resolve({ ok: false, problem: url === 'a' ? 'gone' : 'unknown' } as const),
    };
    const limits = { timeoutMs: 5, outputBytes: 6, runningCalls: 7 };
    const { service } = createToolServer({ tools: [], wires: [], artifacts: { store }, limits, logger: silentLogger });
    expect(service.limits).toEqual(limits);
    expect(await service.artifacts?.read('a')).toEqual({ ok: false, problem: 'gone' });
    const { save } = store;
    const withoutReading = createToolServer({
      tools: [],
      wires: [],
      artifacts: { store: { save } },
      logger: silentLogger,
    });
    expect(withoutReading.service.artifacts).toBeUndefined();
    expect(withoutReading.service.limits).toEqual({
      timeoutMs: 30_000,
      outputBytes: 10 * 1024 * 1024,
      runningCalls: 1000,
    });
  });
});
