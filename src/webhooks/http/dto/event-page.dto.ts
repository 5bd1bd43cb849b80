/** An event as the first endpoint gets it, or would get it. */
export class EventDto {
  webhookId: string;
  event: string;
  createdAt: string;
  organizationId: number;
  data: Record<string, unknown>;
}

export class EventPageDto {
  /** In the order in which their transactions first wrote something; each is byte for byte what a delivery carries. */
  items: EventDto[];
  /** The cursor of the next page: pass it as `after`. */
  next: string;
  /** Whether the next page already has events. */
  hasMore: boolean;
}
