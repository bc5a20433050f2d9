import type { ListPage } from './chat-store.js'

/** The items of the page, or all of them without one. */
export function pageOf<Item>(items: readonly Item[], page: ListPage | undefined): readonly Item[] {
  return page ? items.slice(page.page * page.perPage, (page.page + 1) * page.perPage) : items
}
