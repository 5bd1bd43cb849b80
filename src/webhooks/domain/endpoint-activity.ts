/** How the log of activity names an endpoint that was saved. Its address may contain a secret; the host does not. */
export const savedEndpoint = ({
  url,
  ...chosen
}: {
  url: string;
  events: string[];
  holdsWhenDown: boolean;
  headersRemoved?: true;
}) => ({ type: 'endpoint_saved', data: { host: new URL(url).host, ...chosen } }) as const;
