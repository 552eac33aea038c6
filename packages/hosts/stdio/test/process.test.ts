import { describe, expect, it, type TestContext } from 'vitest';
import { call, expectConversation, initialize } from './conversation.ts';
import { type Program, startProgram } from './start-program.ts';

// In parallel, because most of the time is startup. Each stops its own process, and checks its whole output.
function start({ onTestFinished }: TestContext, graceMs?: number): Program {
  const program = startProgram(graceMs);
  onTestFinished(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
    expectConversation(program.sent, program.messages);
  });
  return program;
}

const ping = { jsonrpc: '2.0', method: 'ping' };

const answerTo =
  (id: number | undefined) =>
  (message: Readonly<Record<string, unknown>>): boolean =>
    message['id'] === id;

describe.concurrent('a process that serves stdin', () => {
  it('responds to clients of both eras, one message per line (MCP-STDIO-01)', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Echo', { value: 'grün\nund blau' }));
    expect(await program.message(answerTo(1))).toMatchObject({ result: { content: [{ text: 'grün\nund blau' }] } });
    program.send(initialize(2, '2025-11-25'));
    expect(await program.message(answerTo(2))).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    program.send({ ...ping, id: 3 });
    expect(await program.message(answerTo(3))).toMatchObject({ result: {} });
  });

  it('reserves stdout for messages, whatever a tool writes (MCP-STDIO-02)', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Chatter'));
    expect(await program.message(answerTo(1))).toMatchObject({ result: { content: [{ text: 'said' }] } });
    expect(program.messages).toHaveLength(1);
    expect(program.log()).toContain('forged');
    expect(program.log()).toContain('a line without an end');
  });

  it('responds to unreadable input, and continues', async (context) => {
    const program = start(context);
    program.child.stdin.write('{"jsonrpc":"2.0","id":1,\n');
    expect(await program.message(answerTo(undefined))).toMatchObject({ error: { code: -32700 } });
    program.child.stdin.write(Buffer.from([0x22, 0xff, 0x22, 0x0a]));
    program.child.stdin.write(`${'['.repeat(100)}${']'.repeat(100)}\n`);
    program.child.stdin.write(`"${'x'.repeat(1024 * 1024)}"\n`);
    program.send(call(2, 'Test_Echo', { value: 2 }));
    await program.message(answerTo(2));
    const codes = program.messages.map((message) => (message as { error?: { code: number } }).error?.code);
    expect(codes).toEqual([-32700, -32700, -32600, -32600, undefined]);
    expect(JSON.stringify(program.messages)).not.toContain('jsonrpc\\":');
  });

  it('exits with 0 when its client leaves, even if the app has timers', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Echo', { value: 1 }));
    program.child.stdin.end();
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.messages).toMatchObject([{ id: 1 }]);
  });

  it('completes calls that are fast enough, and cancels other calls', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Linger', { ms: 20 }), call(2, 'Test_Linger', { ms: 60_000 }), call(3, 'Test_Deaf'));
    program.child.stdin.end();
    expect(await program.ended).toEqual({ code: 0, signal: null });
    // A tool that obeys its signal may still respond. A tool that ignores it is not waited for.
    expect(program.messages).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(program.log()).toBe('finished\ncanceled\n');
  });

  it('stops on SIGTERM as it does when its client leaves', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Echo', { value: 1 }), call(2, 'Test_Linger', { ms: 60_000 }));
    await program.message(answerTo(1));
    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.log()).toBe('canceled\n');
  });

  it('exits with 1 on a second signal, more than half a second after the first', async (context) => {
    const program = start(context, 10_000);
    program.send(call(1, 'Test_Echo', { value: 1 }), call(2, 'Test_Deaf'));
    await program.message(answerTo(1));
    program.child.kill('SIGINT');
    // Repeated, because a slow process may handle the first two signals at the same time.
    const repeat = setInterval(() => program.child.kill('SIGINT'), 2000);
    const ended = await program.ended.finally(() => clearInterval(repeat));
    expect(ended).toEqual({ code: 1, signal: null });
  });

  it.for([
    ['npm has forwarded', 'SIGINT'],
    ['a supervisor has sent at Ctrl-C', 'SIGTERM'],
  ] as const)('ignores a second signal that %s', async ([, second], context) => {
    const program = start(context);
    program.send(call(1, 'Test_Echo', { value: 1 }), call(2, 'Test_Linger', { ms: 60_000 }));
    await program.message(answerTo(1));
    program.child.kill('SIGINT');
    setTimeout(() => program.child.kill(second), 20);
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.log()).toBe('canceled\n');
  });

  it('exits when its output is closed', async (context) => {
    const program = start(context);
    program.send(call(1, 'Test_Echo', { value: 1 }));
    await program.message(answerTo(1));
    program.child.stdout.destroy();
    program.send(call(2, 'Test_Echo', { value: 2 }), call(3, 'Test_Echo', { value: 3 }));
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });
});
