import {
  closed,
  entryOf,
  firstText,
  joined,
  listAt,
  type Meaning,
  note,
  open,
  phrase,
  type Report,
  type Table,
  textAt,
  textOf,
  update,
  worded,
} from '../../kit.js'
import { codeIn, isOf, pageIn } from './hook.js'

const ACTIONS: Table<Meaning> = {
  critical: open('Critical'),
  open: open('Alert'),
  warning: open('Warning', 'warning'),
  resolved: closed('Resolved'),
}

/** A number of errors or a duration that crossed a limit. */
export const METRIC_ALERT: Partial<Report> = {
  when: isOf('metric_alert'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    return entryOf(ACTIONS, action) ?? update(worded(action))
  },
  name: ['found.title', 'found.alert_rule.name', 'data.description_title'],
  url: pageIn('data'),
  text: 'data.description_text',
  fields: {
    Projects: (body) => joined(listAt(body, 'found', 'projects').map(textOf).slice(0, 5), ', '),
    Environment: 'found.alert_rule.environment',
    Query: codeIn('found.alert_rule.query'),
  },
  incident: (body) => {
    const id = firstText(body, 'found.id', 'found.identifier')
    return id && `metric_alert ${id}`
  },
  at: ['at', 'found.date_detected'],
  began: 'found.date_started',
  ended: ['found.date_closed', 'at'],
}

/** The integration was set up, or removed. */
export const INSTALLATION: Partial<Report> = {
  when: isOf('installation'),
  title: (body) => {
    const organization = textAt(body, 'found', 'organization', 'slug')
    const whose = organization && ` of ${organization}`
    return `Sentry${whose} is ${textAt(body, 'action') === 'deleted' ? 'disconnected' : 'connected'}`
  },
}

/** What became of a build of an app, which `completed` says also where it failed. */
export const BUILD: Partial<Report> = {
  when: isOf('preprod_artifact'),
  meaning: (body) => {
    const work = worded(textAt(body, 'action').replace(/_completed$/, ''))
    const isBad = textAt(body, 'data', 'state') === 'FAILED'
    return isBad ? note(`${work} failed`, 'bad') : { isSkipped: true, ...note(`${work} completed`) }
  },
  name: (body) =>
    phrase([
      firstText(body, 'data.appInfo.name', 'data.projectSlug', 'data.buildId'),
      textAt(body, 'data', 'appInfo', 'version'),
    ]),
  text: ['data.errorMessage', 'data.errorCode'],
  fields: { Project: 'data.projectSlug', Platform: 'data.platform' },
}
