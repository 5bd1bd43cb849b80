/** How the log of activity names an endpoint that was saved. Its address may contain a secret; the host does not. */
export const savedEndpoint = ({ url, events }: { url: string; events: string[] }) =>
  ({ type: 'endpoint_saved', data: { host: new URL(url).host, events } }) as const;
