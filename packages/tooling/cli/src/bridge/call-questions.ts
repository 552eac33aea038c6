import { randomUUID } from 'node:crypto';
import type { CallResult } from '@toolwire/client';
import { type InputAnswer, type InputRequest, isInputRequired, type Outcome } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/internal';
import type { ReadyCall } from '@toolwire/server';
import type { AnswerQuestion } from '../terminal/elicit.ts';

/** Starts the call at the server, which may ask for input. */
type Begin = (line: { readonly answerQuestion: AnswerQuestion; readonly signal: AbortSignal }) => Promise<CallResult>;

/** Forwards the questions of a server to the caller of the running call. */
export interface CallQuestions {
  /** Answers questions without a known call: the call with the fewest questions, then the oldest call. */
  readonly answerAny: AnswerQuestion;
  readonly follow: (call: ReadyCall, begin: Begin) => Promise<CallResult | Outcome>;
}

interface Question {
  readonly key: string;
  readonly request: InputRequest;
  readonly settle: (answer: InputAnswer) => void;
}

/** A running call at the server, whose caller may have to answer a question. */
interface Running {
  readonly result: Promise<CallResult>;
  readonly questions: Question[];
  readonly answerQuestion: AnswerQuestion;
  readonly abort: AbortController;
  /** The number of questions to its caller. */
  asked: number;
  /** The tool and the input. A call with the same key may continue this one. */
  readonly subject: string;
  /** Called when a question arrives. */
  wake: () => void;
  timer?: NodeJS.Timeout;
}

// The user may need this long to fill in a form.
const answerTimeoutMs = 15 * 60_000;

/** Stores the running calls and their questions. */
export function createCallQuestions(): CallQuestions {
  const running = new Set<Running>();
  const away = new Set<Running>();

  const begin = (call: ReadyCall, start: Begin): Running => {
    const abort = new AbortController();
    const questions: Question[] = [];
    const answerQuestion: AnswerQuestion = (method, params) => {
      const request = method === 'elicitation/create' ? requestOf(params) : undefined;
      if (request === undefined) return undefined;
      one.asked += 1;
      return new Promise((resolve) => {
        questions.push({ key: `question-${randomUUID()}`, request, settle: resolve });
        one.wake();
      });
    };
    const one: Running = {
      // `one` is assigned before the server can ask.
      result: Promise.resolve().then(() => start({ answerQuestion, signal: abort.signal })),
      questions,
      answerQuestion,
      abort,
      asked: 0,
      subject: subjectOf(call),
      wake: () => undefined,
    };
    running.add(one);
    const end = (): void => {
      running.delete(one);
      away.delete(one);
      clearTimeout(one.timer);
      // The call has ended, so its questions are canceled.
      for (const { settle } of questions.splice(0)) settle({ action: 'cancel' });
    };
    one.result.then(end, end);
    return one;
  };

  /** Returns the call whose question this call answers. */
  const resumed = async (call: ReadyCall): Promise<Running | undefined> => {
    if (call.hasAnswers !== true) return undefined;
    const subject = subjectOf(call);
    for (const one of away) {
      const [question] = one.questions;
      if (one.subject !== subject || question === undefined) continue;
      const answer = await answerFrom(call, question);
      if (answer === undefined || !away.delete(one)) continue;
      clearTimeout(one.timer);
      one.questions.shift();
      question.settle(answer);
      return one;
    }
    return undefined;
  };

  const untilAsked = (one: Running): Promise<Question> =>
    new Promise((resolve) => {
      one.wake = () => {
        const [question] = one.questions;
        if (question !== undefined) resolve(question);
      };
      one.wake();
    });

  return {
    answerAny(method, params) {
      const [one] = [...running].sort((first, second) => first.asked - second.asked);
      return one?.answerQuestion(method, params);
    },
    async follow(call, start) {
      const one = (await resumed(call)) ?? begin(call, start);
      const leave = (): void => one.abort.abort(call.lifetime.signal.reason);
      call.lifetime.signal.addEventListener('abort', leave, { once: true });
      try {
        for (;;) {
          const next = await Promise.race([one.result, untilAsked(one)]);
          if (!('settle' in next)) return next;
          const answer = await answerFrom(call, next);
          if (answer !== undefined) {
            one.questions.shift();
            next.settle(answer);
            continue;
          }
          // A caller that can't answer later has ended the call.
          if (call.ask === undefined) one.abort.abort();
          else {
            away.add(one);
            one.timer = setTimeout(() => one.abort.abort(), answerTimeoutMs).unref();
          }
          return { kind: 'input_required', requests: { [next.key]: next.request }, tool: call.tool };
        }
      } finally {
        call.lifetime.signal.removeEventListener('abort', leave);
      }
    },
  };
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
  if (mode === 'url') return typeof url === 'string' && isPage(url) ? { kind: 'url', message: text, url } : undefined;
  return isObject(requestedSchema) ? { kind: 'form', message: text, schema: requestedSchema } : undefined;
}

function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
