import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An authorization server whose refresh tokens are good for one use: a second one ends them all. */
export interface RotatingIssuer {
  readonly url: string;
  /** The refresh token that is good now. */
  readonly refreshToken: () => string;
  /** How often it was asked for tokens. */
  readonly asked: () => number;
  /** Whether a refresh token was used a second time. */
  readonly isReused: () => boolean;
  /** How long the tokens live that it gives from now on, in seconds. */
  lifetime: number;
  /** Refuses all from now on. */
  isRefusing: boolean;
  /** Whether it holds requests without a response until `answer()`. The held requests have used their token. */
  isHolding: boolean;
  readonly answer: () => void;
  /** Once it was asked so often. */
  readonly untilAsked: (times: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts one, whose first refresh token is `refresh-1`. */
export async function startRotatingIssuer(): Promise<RotatingIssuer> {
  let [asked, generation, isReused] = [0, 1, false];
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();
  const refreshToken = (): string => `refresh-${generation}`;
  const answer = (response: ServerResponse, status: number, body: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked += 1;
      for (const look of waiting) look();
      const isGood = new URLSearchParams(body).get('refresh_token') === refreshToken() && !isReused;
      if (!isGood && !issuer.isRefusing) isReused = true;
      const go = (): void => {
        if (!isGood || issuer.isRefusing) return answer(response, 400, { error: 'invalid_grant' });
        generation += 1;
        return answer(response, 200, {
          access_token: `access-${generation}`,
          refresh_token: refreshToken(),
          token_type: 'bearer',
          expires_in: issuer.lifetime,
        });
      };
      if (issuer.isHolding) held.push(go);
      else go();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer: RotatingIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshToken,
    asked: () => asked,
    isReused: () => isReused,
    lifetime: 3_600,
    isRefusing: false,
    isHolding: false,
    answer: () => {
      issuer.isHolding = false;
      for (const go of held.splice(0)) go();
    },
    untilAsked: (times) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (asked < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}
