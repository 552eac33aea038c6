import type { ServiceTask } from '@toolwire/core/wire';
import { legacyDialects } from '../revisions/dialect.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import { type Answer, errorAnswer, type Reply, resultAnswer, sharedAnswer } from '../rpc/json-rpc.ts';
import { type Fields, isObject, noFields } from '../rpc/json-shape.ts';
import { asksForOrigin } from '../rpc/meta-keys.ts';
import { cancelledTask } from './legacy-task-errors.ts';
import { relatedTo } from './related-task.ts';
import { hasSucceeded, type ReplyTerms, replyOf } from './task-reply.ts';
import { createTaskTexts } from './task-texts.ts';

/** What decides how the ends of tasks are told. */
export interface EndingOptions extends Pick<ReplyTerms, 'artifactLinks' | 'challenges'> {
  /** Whether every client is told what a result was. */
  readonly resultMeta: boolean;
}

/** Answers with exactly what the call would have been answered with, and which task it was. */
type AnswerEnded = (task: ServiceTask, request: LegacyRequest) => Answer;

/** Makes what answers those who ask for the result of a task that has ended. */
export function createEndings({ resultMeta, ...terms }: EndingOptions): AnswerEnded {
  const [plain, withOrigin] = [endingsWith(false, terms), endingsWith(true, terms)];
  return (task, request) => (resultMeta || asksForOrigin(request) ? withOrigin : plain)(task, request.id);
}

/** The ends of tasks for clients that are told the same. */
function endingsWith(
  tellsOrigin: boolean,
  options: Omit<EndingOptions, 'resultMeta'>,
): (task: ServiceTask, id: LegacyRequest['id']) => Answer {
  const [dialect] = legacyDialects;
  const { artifactLinks, challenges } = options;
  const terms: ReplyTerms = { dialect, tellsOrigin, artifactLinks, callMeta: '', challenges };
  const textOf = createTaskTexts((task) => fieldsOf(task, replyOf(task, terms)));
  return (task, id) => {
    // However many wait for what a tool has answered, it is written once for all of them.
    if (hasSucceeded(task)) return sharedAnswer(id, textOf(task));
    const reply = replyOf(task, terms);
    if (reply === undefined) return errorAnswer(id, cancelledTask);
    if (reply.error !== undefined) return errorAnswer(id, reply.error);
    return resultAnswer(id, JSON.stringify(fieldsOf(task, reply)));
  };
}

function fieldsOf(task: ServiceTask, reply: Reply | undefined): Fields {
  const fields = reply === undefined || reply.error !== undefined ? noFields : (JSON.parse(reply.result) as Fields);
  const { _meta: meta } = fields;
  return { ...fields, _meta: { ...(isObject(meta) && meta), ...relatedTo(task.id) } };
}
