import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ZipEntry } from '../common/zip-stream.js';

export interface PersonKey {
  organizationId: number;
  /** as given, or as it is compared (`emailKey`). */
  email: string;
}

/** What is kept about people as members of an organization, and as those who were invited. */
export interface MemberRecords {
  /** As files of an archive. @param userIds - the person's as a member, also a former one */
  entries(person: PersonKey, userIds: readonly number[]): AsyncGenerator<ZipEntry>;
  /** Ids of the invitations that went to the person. */
  invitations(manager: EntityManager, person: PersonKey): Promise<number[]>;
  eraseInvitations(person: PersonKey): Promise<void>;
}

/** Leads to the records of the dashboard, which is above this room and says at the start where they are. */
@Injectable()
export class MemberSource {
  private found: MemberRecords | undefined;

  use(records: MemberRecords): void {
    this.found = records;
  }

  /** @throws Error if the dashboard is not part of the application: nothing may look complete without it */
  get records(): MemberRecords {
    if (!this.found) throw new Error('The records about members are missing.');
    return this.found;
  }
}
