import type { Call, Stage } from '@toolwire/core';
import { checkNames, type NamesOf, observeResult } from '@toolwire/internal';
import { type EventChannels, findChannels } from '../find-channels.ts';
import { addOutcome, addThrow, createMessage } from './call-message.ts';

/** Options of `callChannel()`. */
export interface CallChannelOptions {
  /** The channels; `tracingChannel('toolwire:call')` by default, if the runtime supports it. */
  readonly channels?: EventChannels | undefined;
}

/** Subscribers use `tracing:toolwire:call:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. */
const channelName = 'toolwire:call';

const optionNames: NamesOf<CallChannelOptions> = { channels: true };

/** Publishes calls on `node:diagnostics_channel`; does nothing without subscribers. */
export function callChannel(options: CallChannelOptions = {}): Stage<Call> {
  checkNames('callChannel()', options, optionNames);
  const { channels = findChannels(channelName) } = options;
  if (channels === undefined) return (_call, next) => next();
  const { start, end, asyncStart, asyncEnd, error } = channels;
  return (call, next) => {
    if (!channels.hasSubscribers) return next();
    const message = createMessage(call);
    // Same order as in Node: `start` and `end` around the synchronous part, `asyncStart` and `asyncEnd` around the rest.
    return start.runStores(message, () => {
      let isAsynchronous = false;
      const finish = (): void => {
        if (message.error !== undefined) error.publish(message);
        if (!isAsynchronous) return;
        asyncStart.publish(message);
        asyncEnd.publish(message);
      };
      try {
        return observeResult(
          () => next(),
          (outcome) => {
            addOutcome(message, outcome);
            finish();
          },
          () => {
            addThrow(message);
            finish();
          },
        );
      } finally {
        isAsynchronous = true;
        end.publish(message);
      }
    });
  };
}
