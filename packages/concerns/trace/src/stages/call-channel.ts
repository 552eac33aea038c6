import type { Call, Stage } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { type EventChannels, findChannels } from '../event-channels.ts';
import { whenEnded } from '../when-ended.ts';
import { conclude, concludeThrow, messageOf } from './call-message.ts';

/** Where calls are published. */
export interface CallChannelOptions {
  /** Those of `tracingChannel('toolwire:call')` if left out, where the runtime has them. */
  readonly channels?: EventChannels | undefined;
}

/** The name that subscribers use: `tracing:toolwire:call:start`, `:end`, `:asyncStart`, `:asyncEnd` and `:error`. */
const channelName = 'toolwire:call';

const optionNames: NamesOf<CallChannelOptions> = { channels: true };

/** Publishes calls on a channel of `node:diagnostics_channel`, for whoever listens. Where nobody does, calls pass. */
export function callChannel(options: CallChannelOptions = {}): Stage<Call> {
  checkNames('callChannel()', options, optionNames);
  const { channels = findChannels(channelName) } = options;
  if (channels === undefined) return (_call, next) => next();
  const { start, end, asyncStart, asyncEnd, error } = channels;
  return (call, next) => {
    if (!channels.hasSubscribers) return next();
    const message = messageOf(call);
    // In Node's own order: `start` and `end` around what is synchronous, `asyncStart` and `asyncEnd` around what comes later.
    return start.runStores(message, () => {
      let isLate = false;
      const finish = (): void => {
        if (message.error !== undefined) error.publish(message);
        if (!isLate) return;
        asyncStart.publish(message);
        asyncEnd.publish(message);
      };
      try {
        return whenEnded(
          () => next(),
          (outcome) => {
            conclude(message, outcome);
            finish();
          },
          () => {
            concludeThrow(message);
            finish();
          },
        );
      } finally {
        isLate = true;
        end.publish(message);
      }
    });
  };
}
