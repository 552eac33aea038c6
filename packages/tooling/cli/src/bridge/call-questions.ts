import { randomUUID } from 'node:crypto';
import type { CallResult } from '@toolwire/client';
import { type InputAnswer, type InputRequest, isInputRequired, type Outcome } from '@toolwire/core';
import { type Fields, isHttpUrl, isObject } from '@toolwire/internal';
import type { ReadyCall } from '@toolwire/server';
import type { AnswerQuestion } from '../terminal/elicit.ts';

/** Starts the call at the server, which may ask for input. */
type StartCall = (connection: {
  readonly answerQuestion: AnswerQuestion;
  readonly signal: AbortSignal;
}) => Promise<CallResult>;

interface Question {
  readonly key: string;
  readonly request: InputRequest;
  readonly settle: (answer: InputAnswer) => void;
}

/** A running call at the server, whose caller may have to answer a question. */
interface RunningCall {
  readonly result: Promise<CallResult>;
  readonly questions: Question[];
  readonly answerQuestion: AnswerQuestion;
  readonly abort: AbortController;
  questionCount: number;
  /** The tool and the input. A call with the same key may continue this one. */
  readonly subject: string;
  /** Called when a question arrives. */
  wake: () => void;
  timer?: NodeJS.Timeout;
}

// The user may need this long to fill in a form.
const answerTimeoutMs = 15 * 60_000;

/** Forwards the questions of a server to the caller of the running call. */
export function createCallQuestions() {
  const running = new Set<RunningCall>();
  const suspended = new Set<RunningCall>();

  const startTracked = (call: ReadyCall, start: StartCall): RunningCall => {
    const runningCall = startCall(call, start);
    running.add(runningCall);
    const end = (): void => {
      running.delete(runningCall);
      suspended.delete(runningCall);
      clearTimeout(runningCall.timer);
      // The call has ended, so its questions are canceled.
      for (const { settle } of runningCall.questions.splice(0)) settle({ action: 'cancel' });
    };
    runningCall.result.then(end, end);
    return runningCall;
  };
  const suspend = (runningCall: RunningCall): void => {
    suspended.add(runningCall);
    runningCall.timer = setTimeout(() => runningCall.abort.abort(), answerTimeoutMs).unref();
  };
  /** Resolves to the result, or to the question that the caller must answer with another call. */
  const answerUntilEnd = async (runningCall: RunningCall, call: ReadyCall): Promise<CallResult | Outcome> => {
    for (;;) {
      const next = await Promise.race([runningCall.result, nextQuestion(runningCall)]);
      if (!('settle' in next)) return next;
      const answer = await answerFrom(call, next);
      if (answer === undefined) {
        // A caller that can't answer later has ended the call.
        if (call.ask === undefined) runningCall.abort.abort();
        else suspend(runningCall);
        return { kind: 'input_required', requests: { [next.key]: next.request }, tool: call.tool };
      }
      runningCall.questions.shift();
      next.settle(answer);
    }
  };
  return {
    /** Answers questions without a known call: the call with the fewest questions, then the oldest call. */
    answerAny: (method: string, params: Fields): Promise<object> | undefined => {
      const [runningCall] = [...running].sort((first, second) => first.questionCount - second.questionCount);
      return runningCall?.answerQuestion(method, params);
    },
    follow: async (call: ReadyCall, start: StartCall): Promise<CallResult | Outcome> => {
      const runningCall = (await resume(call, suspended)) ?? startTracked(call, start);
      const cancel = (): void => runningCall.abort.abort(call.lifetime.signal.reason);
      call.lifetime.signal.addEventListener('abort', cancel, { once: true });
      // The caller may have left while the suspended calls were looked up.
      if (call.lifetime.signal.aborted) cancel();
      try {
        return await answerUntilEnd(runningCall, call);
      } finally {
        call.lifetime.signal.removeEventListener('abort', cancel);
      }
    },
  };
}

export type CallQuestions = ReturnType<typeof createCallQuestions>;

function startCall(call: ReadyCall, start: StartCall): RunningCall {
  const abort = new AbortController();
  const questions: Question[] = [];
  const answerQuestion: AnswerQuestion = (method, params) => {
    const request = method === 'elicitation/create' ? requestOf(params) : undefined;
    if (request === undefined) return undefined;
    runningCall.questionCount += 1;
    return new Promise((resolve) => {
      questions.push({ key: `question-${randomUUID()}`, request, settle: resolve });
      runningCall.wake();
    });
  };
  const runningCall: RunningCall = {
    // `runningCall` is assigned before the server can ask.
    result: Promise.resolve().then(() => start({ answerQuestion, signal: abort.signal })),
    questions,
    answerQuestion,
    abort,
    questionCount: 0,
    subject: subjectOf(call),
    wake: () => undefined,
  };
  return runningCall;
}

/** Answers the question of a suspended call, and returns that call. */
async function resume(call: ReadyCall, suspended: Set<RunningCall>): Promise<RunningCall | undefined> {
  if (call.hasAnswers !== true) return undefined;
  const subject = subjectOf(call);
  for (const runningCall of suspended) {
    const [question] = runningCall.questions;
    if (runningCall.subject !== subject || question === undefined) continue;
    const answer = await answerFrom(call, question);
    if (answer === undefined || !suspended.delete(runningCall)) continue;
    clearTimeout(runningCall.timer);
    runningCall.questions.shift();
    question.settle(answer);
    return runningCall;
  }
  return undefined;
}

function nextQuestion(runningCall: RunningCall): Promise<Question> {
  return new Promise((resolve) => {
    runningCall.wake = () => {
      const [question] = runningCall.questions;
      if (question !== undefined) resolve(question);
    };
    runningCall.wake();
  });
}

function subjectOf({ tool, validInput }: ReadyCall): string {
  return JSON.stringify([tool.id, tool.version, validInput]);
}

/** Returns the caller's answer, if the caller can answer now. */
async function answerFrom({ ask }: ReadyCall, { key, request }: Question): Promise<InputAnswer | undefined> {
  try {
    return (await ask?.({ [key]: request }))?.[key];
  } catch (thrown) {
    if (isInputRequired(thrown)) return undefined;
    throw thrown;
  }
}

/** Converts an MCP question to an input request of a tool. */
function requestOf({ message, mode, url, requestedSchema }: Fields): InputRequest | undefined {
  const text = typeof message === 'string' ? message : '';
  if (mode === 'url') return isHttpUrl(url) ? { kind: 'url', message: text, url } : undefined;
  return isObject(requestedSchema) ? { kind: 'form', message: text, schema: requestedSchema } : undefined;
}
