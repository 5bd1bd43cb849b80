import { Injectable, type Type } from '@nestjs/common';
import { AppError, type FieldError } from '../../common/errors.js';
import { createValidationPipe } from '../../common/validation/validation.pipe.js';
import { type GivenArchive } from '../template-archives.js';
import { type GivenDefinition } from '../template-definitions.js';
import { type EnteredSending, TemplateEntries } from '../template-entries.port.js';
import { type TemplateDetails } from '../templates.service.js';
import { SendTemplateDto } from './dto/send-template.dto.js';
import { CreateTemplateDto, PublishTemplateDto } from './dto/template.dto.js';
import { TemplateContentDto } from './dto/template-definition.dto.js';
import { MAX_ARCHIVE_BYTES, readArchive } from './read-archive.js';
import { readPeople, toGivenDefinition, toSendingOf } from './template-input.js';

/** Validates with the DTOs of the API. */
@Injectable()
export class ApiTemplateEntries extends TemplateEntries {
  readonly maxArchiveBytes = MAX_ARCHIVE_BYTES;
  private readonly pipe = createValidationPipe();

  async details(body: object): Promise<TemplateDetails> {
    const { name, description = '' } = await this.read(CreateTemplateDto, body);
    return { name, description };
  }

  async definition(body: object): Promise<GivenDefinition> {
    return toGivenDefinition(await this.read(TemplateContentDto, body));
  }

  async note(given: string): Promise<string> {
    const { note = '' } = await this.read(PublishTemplateDto, { note: given });
    return note;
  }

  async sending(body: object): Promise<EnteredSending> {
    const unread: FieldError[] = [];
    const faults: FieldError[] = [];
    const { roles, values, readOnly, ...overrides } = body as SendTemplateDto;
    const people = await readPeople(roles, unread);
    const shared = { roles: {}, values, readOnly };
    const given = await this.read(SendTemplateDto, { ...shared, ...overrides }).catch((error: unknown) => {
      if (!(error instanceof AppError) || !error.details) throw error;
      faults.push(...error.details);
      return this.read(SendTemplateDto, shared);
    });
    return { sending: toSendingOf(given, people, unread), faults };
  }

  archive(bytes: Buffer): Promise<GivenArchive> {
    return readArchive(bytes);
  }

  private read<Dto>(metatype: Type<Dto>, body: object): Promise<Dto> {
    return this.pipe.transform(body, { type: 'body', metatype }) as Promise<Dto>;
  }
}
