// ProductList: product cards with an add-to-cart button.
import type { ProductSummary } from '#contract/catalogue/products.ts';
import { useAddToCart } from '#state/cart/use-add-to-cart.ts';
import { ProductCard, ProductGrid } from '#ui/catalogue/product-card.tsx';
import { BelowFold } from '#ui/loading/below.tsx';

interface ProductListProps {
  products: readonly ProductSummary[];
  label?: string;
  /**
   * First list of its page: its first pictures are in the first view and load with the page. Other lists would delay
   * the page's scripts on a slow connection.
   */
  leads?: boolean;
  heading?: 'h2' | 'h3';
}

/** Cards of a first view at most. */
const FIRST_VIEW = 4;

export function ProductList({ products, label, leads = false, heading }: ProductListProps) {
  const { add, inCart } = useAddToCart();
  const cards = products.map((product, index) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        priority={leads && index === 0}
        heading={heading}
        inCart={inCart(product.id)}
        onAdd={(chosen) => {
          void add(chosen);
        }}
      />
    </li>
  ));
  return (
    <ProductGrid label={label}>
      {cards.slice(0, FIRST_VIEW)}
      <BelowFold>{cards.slice(FIRST_VIEW)}</BelowFold>
    </ProductGrid>
  );
}
