import { Injectable } from '@nestjs/common';
import { type MailComposer, type MailIds } from './mail-composer.port.js';

/** All composers by kind of mail. Features register theirs in `onModuleInit`. */
@Injectable()
export class MailComposers {
  private readonly composers = new Map<string, MailComposer>();

  /** @throws Error if the kind is taken */
  register<Ids extends MailIds>(composer: MailComposer<Ids>): void {
    if (this.composers.has(composer.kind)) throw new Error(`two composers for mail ${composer.kind}`);
    this.composers.set(composer.kind, composer);
  }

  /** @throws Error if the kind is not registered */
  get(kind: string): MailComposer {
    const composer = this.composers.get(kind);
    if (!composer) throw new Error(`no composer for mail ${kind}`);
    return composer;
  }
}
