import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a draft will be sent with, in the words of the API's body. What was left empty is missing. */
export interface PlannedSend {
  signers: PlannedSigner[];
  subject: string;
  messageContent: string;
  requireVerification: boolean;
  senderName?: string;
  /** YYYY-MM-DD, or with a time in UTC: YYYY-MM-DDTHH:mm. */
  expiresDate?: string;
  /** YYYY-MM-DDTHH:mm in UTC. */
  scheduledDate?: string;
  ccOnComplete?: string[];
  remindEvery?: number;
  allowHandOver?: true;
}

export interface PlannedSigner {
  email: string;
  name: string;
  order: number;
  locale?: string;
}

/** Kept while the draft is prepared by hand; gone once it is sent or cancelled. */
@Entity('send_plans')
export class SendPlan {
  @PrimaryColumn('bigint') signatureId: number;
  @Column('bigint') organizationId: number;
  @Column('jsonb') plan: PlannedSend;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) updatedAt: Date;
}
