import { Module } from '@nestjs/common';
import { TemplateRenderer } from './template-renderer.service.js';

@Module({ providers: [TemplateRenderer], exports: [TemplateRenderer] })
export class TemplatesModule {}
