import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type GivenRecipient } from './domain/new-recipients.js';

/** The details for sending a draft, in the form of the API's body. Empty members are left out. */
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
  recipients?: PlannedRecipient[];
}

/** Somebody who does not sign, as in the API's body. */
export type PlannedRecipient = GivenRecipient & { name: string };

export interface PlannedSigner {
  email: string;
  name: string;
  order: number;
  locale?: string;
}

/** A signer of the plan, with the former address of the fields placed for them. */
export interface FormerAddress {
  email: string;
  /** Null for a new signer. */
  former: string | null;
}

/**
 * What was entered and is not complete, so that it can be part of neither plan nor fields yet. A version of the service
 * that does not know it can change either: then it is outdated.
 */
export interface Unfinished {
  /** The form of the signers, with the time of the plan that it follows. */
  signers?: { form: object; at: string };
  /** The fields as entered, with the time of the request that they follow. */
  fields?: { entered: object[]; at: string };
}

/** The plan of a draft whose signers were never complete. */
export const NO_PLAN: PlannedSend = {
  signers: [],
  subject: '',
  messageContent: '',
  requireVerification: false,
};

/** Kept while the draft is prepared by hand; deleted once it is sent or cancelled. */
@Entity('send_plans')
export class SendPlan {
  @PrimaryColumn('bigint') signatureId: number;
  @Column('bigint') organizationId: number;
  @Column('jsonb') plan: PlannedSend;
  @Column('jsonb', { nullable: true }) unfinished: Unfinished | null;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'app_now()' }) updatedAt: Date;
}
