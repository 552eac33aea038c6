import { randomUUID } from 'node:crypto';
import type { CallResult } from '@toolwire/client';
import { type InputAnswer, type InputRequest, isInputRequired, type Outcome } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/internal';
import type { ReadyCall } from '@toolwire/server';
import type { AnswerQuestion } from '../target/mcp-connection.ts';

/** Begins the call at the server, which may ask something. */
type Begin = (line: { readonly answerQuestion: AnswerQuestion; readonly signal: AbortSignal }) => Promise<CallResult>;

/** Puts what a server asks during a call to whoever has made that call. */
export interface CallQuestions {
  /** Answers what the server asks without a word about the call: whoever has been asked least, and then whoever has called first. */
  readonly answerAny: AnswerQuestion;
  readonly follow: (call: ReadyCall, begin: Begin) => Promise<CallResult | Outcome>;
}

interface Question {
  readonly key: string;
  readonly request: InputRequest;
  readonly settle: (answer: InputAnswer) => void;
}

/** A call at the server, which goes on while its caller has been asked and has yet to come back with the answer. */
interface Running {
  readonly result: Promise<CallResult>;
  readonly questions: Question[];
  readonly answerQuestion: AnswerQuestion;
  readonly abort: AbortController;
  /** How often its caller was asked. */
  asked: number;
  /** Which calls may come back to it: the same tool with the same input. */
  readonly subject: string;
  /** Called when there is a question. */
  wake: () => void;
  patience?: NodeJS.Timeout;
}

// As long as somebody may look at a form.
const patienceMs = 15 * 60_000;

/** Keeps the calls that run at a server, and what it asks. */
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
      // The server has hardly been asked yet, so that `one` is there before any question is.
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
      clearTimeout(one.patience);
      // Nobody is there any more to answer.
      for (const { settle } of questions.splice(0)) settle({ action: 'cancel' });
    };
    one.result.then(end, end);
    return one;
  };

  /** The call whose question is answered by what came along with this one. */
  const resumed = async (call: ReadyCall): Promise<Running | undefined> => {
    if (call.hasAnswers !== true) return undefined;
    const subject = subjectOf(call);
    for (const one of away) {
      const [question] = one.questions;
      if (one.subject !== subject || question === undefined) continue;
      const answer = await answerFrom(call, question);
      if (answer === undefined || !away.delete(one)) continue;
      clearTimeout(one.patience);
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
          // Whoever has no way to come back with an answer has ended the call.
          if (call.ask === undefined) one.abort.abort();
          else {
            away.add(one);
            one.patience = setTimeout(() => one.abort.abort(), patienceMs).unref();
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

/** What the caller says, now or with the call itself; nothing where it comes back with the answer later, or cannot be asked. */
async function answerFrom({ ask }: ReadyCall, { key, request }: Question): Promise<InputAnswer | undefined> {
  try {
    return (await ask?.({ [key]: request }))?.[key];
  } catch (thrown) {
    if (isInputRequired(thrown)) return undefined;
    throw thrown;
  }
}

/** A question of MCP as tools of ours ask it. */
function requestOf({ message, mode, url, requestedSchema }: Fields): InputRequest | undefined {
  const text = typeof message === 'string' ? message : '';
  if (mode === 'url') return typeof url === 'string' && isPage(url) ? { kind: 'url', message: text, url } : undefined;
  return isObject(requestedSchema) ? { kind: 'form', message: text, schema: requestedSchema } : undefined;
}

function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
