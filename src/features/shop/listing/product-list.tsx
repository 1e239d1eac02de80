// Product cards whose round button puts them into the cart.
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { Below } from '#ui/loading/below.tsx';

interface ProductListProps {
  products: readonly ProductSummary[];
  label?: string;
  /**
   * It stands at the top of its page: the first picture is what a first view shows, and is asked for with the page. Another
   * would take its time from the page's life on a slow line.
   */
  leads?: boolean;
  heading?: 'h2' | 'h3';
}

/** What a first view has of them at most. */
const FIRST_VIEW = 4;

/** Product cards whose round button puts them into the cart. */
export function ProductList({ products, label, leads = false, heading }: ProductListProps) {
  const { add } = useAddToCart();
  const cards = products.map((product, index) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        priority={leads && index === 0}
        heading={heading}
        onAdd={(chosen) => {
          void add(chosen);
        }}
      />
    </li>
  ));
  return (
    <ProductGrid label={label}>
      {cards.slice(0, FIRST_VIEW)}
      <Below>{cards.slice(FIRST_VIEW)}</Below>
    </ProductGrid>
  );
}
