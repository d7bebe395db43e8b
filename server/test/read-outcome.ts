import type { TestClient } from './test-app.ts';

/** Calls a route and returns the status, with the code of a refusal: `200` or `403 forbidden`. */
export const readOutcome = async (client: TestClient, ...call: Parameters<TestClient['call']>): Promise<string> => {
  const answer = await client.call(...call);
  return answer.statusCode < 400
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
};
